import type { EmailTemplateSummary } from '@waggle/contracts/email-templates';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { TemplateLook } from '../queries.ts';
import { TemplatePicture } from '../template-picture.tsx';

type TemplateGridProps = {
  /** Nothing while they are on their way. */
  items: readonly EmailTemplateSummary[] | undefined;
  chosenId: string | undefined;
  look: TemplateLook;
  onChoose: (template: EmailTemplateSummary) => void;
};

const grid = 'grid grid-cols-2 content-start gap-4 overflow-y-auto p-4 sm:grid-cols-3 xl:grid-cols-4';

export function TemplateGrid({ items, chosenId, look, onChoose }: TemplateGridProps) {
  const { t } = useTranslation('email-templates');
  if (!items)
    return (
      <div className={grid}>
        {Array.from({ length: 8 }, (_, at) => (
          <Skeleton key={at} className="aspect-[3/4]" />
        ))}
      </div>
    );
  if (items.length === 0) return <EmptyState title={t('nothingFound')}>{t('nothingFoundText')}</EmptyState>;
  return (
    <ul className={grid}>
      {items.map((template) => (
        <li key={template.id}>
          <button
            type="button"
            aria-pressed={template.id === chosenId}
            onClick={() => onChoose(template)}
            className="group flex w-full flex-col gap-2 rounded-lg text-left text-sm"
          >
            <span
              className={cx(
                'block w-full rounded-lg border p-0.5',
                template.id === chosenId ? 'border-ink ring-1 ring-ink' : 'border-line group-hover:border-line-strong',
              )}
            >
              <TemplatePicture template={template} look={look} />
            </span>
            <span className={cx('block truncate', template.id === chosenId && 'font-semibold')}>{template.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
