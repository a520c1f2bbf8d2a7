# The browser app on port 8303:
#
#     docker build -t outflank .
#     docker run -p 127.0.0.1:8303:8303 -v outflank:/data outflank
#
# External agents run in bubblewrap, which needs user namespaces. Where the
# container runtime forbids them, agents are refused and the rest works.

FROM node:22-bookworm-slim AS web
WORKDIR /build/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci
COPY web ./
RUN npm run build

FROM rust:1.95-bookworm AS rust
WORKDIR /build
COPY . .
COPY --from=web /build/web/dist web/dist
RUN cargo build --release --locked --package outflank \
    && scripts/command-files target/release/outflank target/command-files

FROM debian:bookworm-slim
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends bubblewrap python3 python3-numpy \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 outflank \
    && install --directory --owner outflank --group outflank /data
COPY --from=rust /build/target/release/outflank /usr/local/bin/outflank
COPY --from=rust /build/target/command-files/man /usr/local/share/man/man1
COPY --from=rust /build/LICENSE-APACHE /build/LICENSE-MIT /usr/local/share/doc/outflank/
USER 1000
WORKDIR /home/outflank
VOLUME /data
EXPOSE 8303
ENTRYPOINT ["outflank"]
CMD ["serve", "--host", "0.0.0.0", "--data", "/data"]
