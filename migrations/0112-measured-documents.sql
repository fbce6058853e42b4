-- Of documents about many packages: their entries need not be counted before the next position is this one.
alter table documents add column measured_from bigint;
