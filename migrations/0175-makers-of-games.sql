-- Who made a game or a review: an account, or without one what stands for an address (`reviews.submitted_by` has it
-- already). Rows of before have neither: administrators remove them.
alter table games add column made_by uuid, add column made_from text;
alter table game_archives add column made_by uuid, add column made_from text;
alter table reviews add column made_by uuid;
