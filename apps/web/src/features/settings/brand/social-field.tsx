import { type SocialNetwork, socialNetworks } from '@waggle/contracts/email-document';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { TextInput } from '#ui/text-input.tsx';

export type SocialLink = { network: SocialNetwork; href: string };

/** Names of networks are the same in every language; the website is not among them, it has a field of its own. */
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
export const nameOf = (network: SocialNetwork, website: string): string =>
  network === 'website' ? website : networkNames[network];

type SocialFieldProps = {
  links: readonly SocialLink[];
  onLinks: (links: SocialLink[]) => void;
  errorAt: (place: number) => string | undefined;
};

/** Where readers find the brand elsewhere; each network once. */
export function SocialField({ links, onLinks, errorAt }: SocialFieldProps) {
  const { t } = useTranslation('settings', { keyPrefix: 'brand' });
  const unused = socialNetworks.filter((network) => links.every((link) => link.network !== network));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 text-sm font-medium text-ink">{t('social')}</legend>
      {links.map(({ network, href }, place) => (
        <div key={network} className="flex items-end gap-2">
          <Field label={nameOf(network, t('website'))} error={errorAt(place)} className="flex-1">
            {(control) => (
              <TextInput
                {...control}
                value={href}
                inputMode="url"
                onChange={(event) => {
                  const typed = event.currentTarget.value;
                  onLinks(links.map((link) => (link.network === network ? { network, href: typed } : link)));
                }}
              />
            )}
          </Field>
          <IconButton
            icon={Trash2}
            label={t('socialRemove', { network: nameOf(network, t('website')) })}
            onClick={() => onLinks(links.filter((link) => link.network !== network))}
          />
        </div>
      ))}
      <p className="text-xs text-subtle">{t('socialHint')}</p>
      {unused.length > 0 && (
        <Menu
          align="start"
          trigger={
            <Button size="sm" icon={Plus} className="self-start">
              {t('socialAdd')}
            </Button>
          }
        >
          {unused.map((network) => (
            <MenuItem key={network} onSelect={() => onLinks([...links, { network, href: '' }])}>
              {nameOf(network, t('website'))}
            </MenuItem>
          ))}
        </Menu>
      )}
    </fieldset>
  );
}
