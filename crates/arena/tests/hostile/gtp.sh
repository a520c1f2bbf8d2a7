#!/bin/sh
# Raw processes that do what their argument says as soon as they start.
case $1 in
    # Far more than it may, and still an end if nobody stops it.
    bomb) bomb() { [ "$1" -eq 0 ] && sleep 10 || { bomb $(($1 - 1)) & bomb $(($1 - 1)); }; }; bomb 8 ;;
    stubborn) trap '' TERM INT HUP QUIT PIPE; while :; do sleep 1; done ;;
    flood) yes ;;
    flood-log) yes >&2 ;;
    exits) exit 3 ;;
    killed) kill -SEGV $$ ;;
    file) dd if=/dev/zero of=/tmp/huge bs=1M count=1024 2>/dev/null; kill -XFSZ $$ ;;
    daemon) (setsid sh -c 'exec sleep 3600' </dev/null >/dev/null 2>&1 &); echo '=1'; exit 0 ;;
esac
