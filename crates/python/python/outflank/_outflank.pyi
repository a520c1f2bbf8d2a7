"""The compiled half of the package; use it through `outflank`."""

# ---- Batches ----

# ---- Arena ----

# ---- Tuner ----
