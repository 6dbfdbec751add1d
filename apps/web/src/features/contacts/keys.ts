export const contactKeys = {
  contacts: ['contacts'] as const,
  batches: ['contact-batches'] as const,
  fields: ['contact-fields'] as const,
  segments: ['segments'] as const,
  tags: ['tags'] as const,
  views: ['contact-views'] as const,
};
