export const accountKeys = {
  session: ['session'] as const,
  organization: ['organization'] as const,
  emailChange: ['email-change'] as const,
  installation: ['installation'] as const,
  clientChoices: ['clients', 'choices'] as const,
  registration: ['registration'] as const,
  invitation: (token: string) => ['invitation', token] as const,
};
