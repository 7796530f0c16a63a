-- By what a replica is recognized that follows this very server: a random number, made anew at each start of a process that
-- reads from a replica, and whenever another server has taken over, which begins another timeline.
ALTER TABLE installation
  ADD COLUMN replica_mark uuid,
  ADD COLUMN replica_timeline text;
