import type { SocialNetwork } from '@waggle/contracts/email-document';

/** Names of their own, the same in every language; a website has none. */
export const networkNames: Record<Exclude<SocialNetwork, 'website'>, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  x: 'X',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  pinterest: 'Pinterest',
  threads: 'Threads',
  mastodon: 'Mastodon',
  bluesky: 'Bluesky',
  whatsapp: 'WhatsApp',
};

export const networkName = (network: SocialNetwork, website: string): string =>
  network === 'website' ? website : networkNames[network];
