/** The words of a contact, apart from its calls, so that rules, imports and exports can use them too. */
export const contactStatuses = ['active', 'lead', 'unsubscribed', 'bounced', 'complained'] as const;
export const contactSources = ['manual', 'import', 'form', 'api', 'automation'] as const;
export const channels = ['email', 'sms'] as const;
export const consentStates = ['none', 'implied', 'granted', 'confirmed', 'withdrawn'] as const;
