/** The words of a contact, apart from its calls, so that rules, imports and exports can use them too. */
export const contactStatuses = ['active', 'lead', 'unsubscribed', 'bounced', 'complained'] as const;
export const contactSources = ['manual', 'import', 'form', 'api', 'automation'] as const;
export const channels = ['email', 'sms'] as const;
/** `none` says nothing; who is `not_asked` gets no campaign until they agree, who is `pending` none until they confirm. */
export const consentStates = ['none', 'not_asked', 'pending', 'implied', 'granted', 'confirmed', 'withdrawn'] as const;
/** What can be said of people who are added. */
export const statedConsents = ['granted', 'not_asked'] as const;
