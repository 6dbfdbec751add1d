import { pagesOf } from '@waggle/forms/pages';
import { formLimits } from '@waggle/contracts/form-definition';
import { ArrowLeft, ArrowRight, Ellipsis, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cx } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { useBuilder } from '../builder-context.ts';

const tabClass =
  'flex h-9 max-w-48 items-center gap-1.5 rounded-md border px-3 text-sm font-[550] whitespace-nowrap coarse:min-h-(--target-touch)';

/** The pages of a form, and what adds one. A field dropped on a tab goes to that page. */
export function PageTabs() {
  const { t } = useTranslation('form-builder');
  const { state, commands, readOnly } = useBuilder();
  const pages = pagesOf(state.history.present);
  if (readOnly && pages.length === 1) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {pages.length > 1 &&
        pages.map(({ id, title }, index) => (
          <button
            key={id}
            type="button"
            data-page-tab={index}
            aria-pressed={index === state.page}
            onClick={() => commands.showPage(index)}
            className={cx(
              tabClass,
              index === state.page
                ? 'border-control-on bg-surface text-ink ring-1 ring-control-on'
                : 'border-line-strong bg-surface text-muted hover:text-ink',
            )}
          >
            <span className="tabular-nums">{index + 1}</span>
            <span className="truncate">{title || t('pages.untitled')}</span>
          </button>
        ))}
      {!readOnly && pages.length < formLimits.pages && (
        <button
          type="button"
          onClick={() => commands.addPage()}
          className={cx(tabClass, 'border-dashed border-line-control text-muted hover:text-ink')}
        >
          <Plus aria-hidden className="size-4" />
          {t('pages.add')}
        </button>
      )}
      {!readOnly && pages.length > 1 && <PageMenu page={state.page} count={pages.length} />}
    </div>
  );
}

function PageMenu({ page, count }: { page: number; count: number }) {
  const { t } = useTranslation('form-builder');
  const { commands } = useBuilder();
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={t('pages.menu', { number: page + 1 })} />}>
      <MenuItem icon={ArrowLeft} disabled={page === 0} onSelect={() => commands.movePage(page, -1)}>
        {t('pages.left')}
      </MenuItem>
      <MenuItem icon={ArrowRight} disabled={page === count - 1} onSelect={() => commands.movePage(page, 1)}>
        {t('pages.right')}
      </MenuItem>
      <MenuItem icon={Trash2} danger description={t('pages.removeText')} onSelect={() => commands.removePage(page)}>
        {t('pages.remove')}
      </MenuItem>
    </Menu>
  );
}
