import { socialNetworks, type SocialNetwork } from '@waggle/contracts/email-document';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { networkName } from '../blocks/networks.ts';
import type { BlockOf, FormProps } from './block-form.ts';
import { AlignChoice, ColorChoice, LinkField } from './parts.tsx';

/** Where to find the sender elsewhere; each network once. */
export function SocialForm({ block, change, palette }: FormProps<BlockOf<'social'>>) {
  const { t } = useTranslation('email-editor');
  const { links } = block;
  const nameOf = (network: SocialNetwork) => networkName(network, t('social.website'));
  const unused = socialNetworks.filter((network) => links.every((link) => link.network !== network));
  const set = (network: SocialNetwork, href: string) =>
    change({ links: links.map((link) => (link.network === network ? { network, href } : link)) });
  return (
    <>
      {links.map(({ network, href }) => (
        <div key={network} className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <LinkField label={nameOf(network)} required value={href} onChange={(next) => set(network, next)} />
          </div>
          <IconButton
            icon={Trash2}
            label={t('social.remove', { network: nameOf(network) })}
            onClick={() => change({ links: links.filter((link) => link.network !== network) })}
          />
        </div>
      ))}
      {unused.length > 0 && (
        <Menu
          align="start"
          trigger={
            <Button size="sm" icon={Plus} className="self-start">
              {t('social.add')}
            </Button>
          }
        >
          {unused.map((network) => (
            <MenuItem key={network} onSelect={() => change({ links: [...links, { network, href: '' }] })}>
              {nameOf(network)}
            </MenuItem>
          ))}
        </Menu>
      )}
      <AlignChoice value={block.align ?? 'left'} onChange={(align) => change({ align })} />
      <ColorChoice
        label={t('inspector.color')}
        value={block.color}
        usual="muted"
        palette={palette}
        onChange={(color) => change({ color })}
      />
    </>
  );
}
