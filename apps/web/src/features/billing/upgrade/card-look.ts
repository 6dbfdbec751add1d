import type { Appearance } from '@stripe/stripe-js';

/** The card form lives in a frame of Stripe and sees none of our styles: it is told the values in force. */
export function cardLook(): Appearance {
  const root = getComputedStyle(document.documentElement);
  const value = (token: string) => root.getPropertyValue(token).trim();
  return {
    theme: root.colorScheme === 'dark' ? 'night' : 'stripe',
    variables: {
      borderRadius: value('--radius-md'),
      colorBackground: value('--surface-raised'),
      colorDanger: value('--danger-text'),
      colorPrimary: value('--focus'),
      colorText: value('--text'),
      colorTextSecondary: value('--text-muted'),
      fontFamily: 'system-ui, sans-serif',
      fontSizeBase: '14px',
    },
  };
}
