import { useQuery } from '@tanstack/react-query';
import type { ClientTemplate } from '@waggle/contracts/client-templates';
import { Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientChoicesQuery } from '#features/accounts/index.ts';
import { useFormat } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { DeleteTemplate } from '../templates/delete-template.tsx';
import { anotherClient, blank, type StartForm } from './use-start-form.ts';

type SourceListProps = {
  templates: readonly ClientTemplate[];
  start: StartForm;
  onEdit: (template: ClientTemplate | 'new') => void;
};

/** Every template, another client, or nothing. A template is changed from here as well. */
export function SourceList({ templates, start, onEdit }: SourceListProps) {
  const { t } = useTranslation('client-templates');
  const { number } = useFormat();
  const total = useQuery(clientChoicesQuery).data?.total ?? 0;
  const options = [
    ...templates.map(({ id, name, clientName }) => ({
      value: id,
      label: <span className="wrap-anywhere">{name}</span>,
      description: <span className="wrap-anywhere">{t('from', { client: clientName })}</span>,
    })),
    ...(total > 0
      ? [
          {
            value: anotherClient,
            label: t('copyClient'),
            description: t('chooseFrom', { count: total, shown: number(total) }),
          },
        ]
      : []),
    { value: blank, label: t('blank'), description: t('nothing') },
  ];
  return (
    <div className="border-line bg-sunken p-5 max-sm:border-b max-sm:pb-3 sm:border-r">
      <div className="relative">
        <RadioCards
          legend={t('template')}
          columns={1}
          value={start.source}
          onValueChange={start.choose}
          options={options}
        />
        {start.template && (
          <TemplateMenu key={start.template.id} template={start.template} onEdit={() => onEdit(start.template!)} />
        )}
      </div>
      {total > 0 && (
        <Button variant="ghost" size="sm" icon={Plus} className="mt-2 -ml-2 text-link!" onClick={() => onEdit('new')}>
          {t('newTemplate')}
        </Button>
      )}
    </div>
  );
}

/** At the end of the line above the list: it speaks of the template that is chosen. */
function TemplateMenu({ template, onEdit }: { template: ClientTemplate; onEdit: () => void }) {
  const { t } = useTranslation('client-templates');
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div className="absolute -top-1.5 right-0">
      <Menu trigger={<IconButton size="sm" icon={Ellipsis} label={t('menuOf', { name: template.name })} />}>
        <MenuItem icon={Pencil} onSelect={onEdit}>
          {t('editTemplate')}
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => setDeleting(true)}>
          {t('deleteTemplate')}
        </MenuItem>
      </Menu>
      {isDeleting && <DeleteTemplate template={template} onClose={() => setDeleting(false)} />}
    </div>
  );
}
