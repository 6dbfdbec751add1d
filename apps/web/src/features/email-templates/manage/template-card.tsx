import { Link } from '@tanstack/react-router';
import type { EmailTemplateSummary } from '@waggle/contracts/email-templates';
import { Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Badge } from '#ui/badge.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import { useCategoryName } from '../category-name.ts';
import { isOwn } from '../gallery/shelves.ts';
import { useMayChange } from '../may-change.ts';
import { useDuplicateTemplate, useTemplateLanguage } from '../queries.ts';
import { TemplatePicture } from '../template-picture.tsx';

type TemplateCardProps = {
  template: EmailTemplateSummary;
  mayWrite: boolean;
  onAsk: (what: 'edit' | 'delete') => void;
};

export function TemplateCard({ template, mayWrite, onAsk }: TemplateCardProps) {
  const { t } = useTranslation(['email-templates', 'app']);
  const nameOf = useCategoryName();
  const language = useTemplateLanguage();
  const duplicate = useDuplicateTemplate();
  const mayChange = useMayChange()(template);
  const copy = () =>
    void duplicate.mutateAsync({ templateId: template.id, language }).then(
      ({ name }) => toast({ tone: 'success', title: t('copied'), description: name }),
      (error: unknown) => toast({ tone: 'error', title: t('app:error'), description: problemText(error) }),
    );
  return (
    <article aria-label={template.name} className="flex flex-col gap-2">
      <div className="rounded-lg border border-line p-0.5">
        <TemplatePicture template={template} />
      </div>
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <h3 className="truncate text-sm font-medium" title={template.name}>
            {template.name}
          </h3>
          <p className="truncate text-xs text-muted">{template.description || template.subject}</p>
        </div>
        {mayWrite && (
          <Menu trigger={<IconButton label={t('actionsOf', { name: template.name })} icon={Ellipsis} size="sm" />}>
            {mayChange && <EditItem template={template} onEdit={() => onAsk('edit')} />}
            <MenuItem icon={Copy} onSelect={copy}>
              {t('duplicate')}
            </MenuItem>
            {mayChange && (
              <MenuItem icon={Trash2} danger onSelect={() => onAsk('delete')}>
                {t('delete')}
              </MenuItem>
            )}
          </Menu>
        )}
      </div>
      <div className="flex flex-wrap gap-1.5">
        <Badge tone="neutral">{nameOf(template.category)}</Badge>
        {isOwn(template) && template.isPublic && <Badge tone="info">{t('shared')}</Badge>}
      </div>
    </article>
  );
}

function EditItem({ template, onEdit }: { template: EmailTemplateSummary; onEdit: () => void }) {
  const { t } = useTranslation('email-templates');
  if (!template.hasBlocks)
    return (
      <MenuItem icon={Pencil} onSelect={onEdit}>
        {t('edit')}
      </MenuItem>
    );
  return (
    <MenuItem asChild>
      <Link to="/dashboard/campaigns/templates/$templateId" params={{ templateId: template.id }}>
        <Pencil aria-hidden className="size-4 text-subtle" />
        {t('edit')}
      </Link>
    </MenuItem>
  );
}
