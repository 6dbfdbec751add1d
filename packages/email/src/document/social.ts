import type { CellBlock, SocialNetwork } from '@waggle/contracts/email-document';
import { fontStacks } from './fonts.ts';
import type { Frame } from './frame.ts';
import { attribute, classOf } from './inline.ts';
import { linkAddress } from './links.ts';

type SocialBlock = Extract<CellBlock, { kind: 'social' }>;

/** Names of their own, the same in every language. */
export const networkNames: Record<SocialNetwork, string> = {
  website: 'Website',
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

export const socialLinks = ({ links }: SocialBlock): { name: string; href: string }[] =>
  links.flatMap(({ network, href }) => {
    const address = linkAddress(href);
    return address === null ? [] : [{ name: networkNames[network], href: address }];
  });

/** Words and not icons: they are read aloud, need no image to be allowed, and change color in the dark. */
export function socialHtml(block: SocialBlock, { painter, surface, theme }: Frame): string {
  const { hex, className } = painter.words(block.color, surface, 'muted');
  const size = block.size ?? 14;
  const style = `color:${hex};font-family:${fontStacks[theme.bodyFont]};font-size:${size}px;text-decoration:underline`;
  return socialLinks(block)
    .map(
      ({ name, href }) =>
        `<a href="${attribute(href)}" target="_blank"${classOf(className)} style="${style}">${name}</a>`,
    )
    .join(' &nbsp; ');
}
