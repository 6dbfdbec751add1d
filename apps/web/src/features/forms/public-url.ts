/** Where strangers fill a form in. */
export const publicUrl = (formId: string): string => `${window.location.origin}/forms/${formId}`;
