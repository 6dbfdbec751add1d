-- no transaction
create index concurrently campaigns_topic on campaigns (organization_id, topic_id);
create index concurrently campaign_step_contents_topic on campaign_step_contents (organization_id, topic_id);
-- Choices of topics wait as little as opt-outs do. It serves what asks for fewer kinds as well, so the earlier one goes afterwards.
create index concurrently inbox_events_promised on inbox_events (organization_id, id)
  where drained_at is null and kind in ('unsubscribe', 'resubscribe', 'pause', 'topics');
