import { Link } from '@tanstack/react-router';
import type { readStartList } from '@waggle/contracts/dashboard';
import type { ReplyOf } from '@waggle/contracts/endpoint';
import { ChevronRight } from 'lucide-react';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '#features/accounts/index.ts';
import { StartPlacesContext } from '#lib/registry.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';

type FirstLooksProps = { steps: ReplyOf<typeof readStartList>['steps']; onHide: () => void };

/** Somebody who may take none of the first steps sees what there is to look at. */
export function FirstLooks({ steps, onHide }: FirstLooksProps) {
  const { t } = useTranslation('dashboard');
  const { name } = useUser();
  const places = use(StartPlacesContext);
  const looks = steps.flatMap(({ key }) => (places[key] ?? []).flatMap(({ look }) => look ?? []));
  return (
    <Card
      flush
      title={t('list.lookTitle', { name: name.trim().split(/\s+/)[0] ?? name })}
      description={t('list.lookText')}
      aside={
        <Button variant="ghost" size="sm" onClick={onHide}>
          {t('list.hide')}
        </Button>
      }
    >
      <ul className="border-t border-line">
        {looks.map(({ to, icon: Icon, title, text }) => (
          <li key={to} className="border-line not-first:border-t">
            <Link
              to={to}
              className="flex items-center gap-3.5 px-4.5 py-3.5 hover:bg-row-hover focus-visible:-outline-offset-2"
            >
              <Icon aria-hidden className="size-4 text-subtle" />
              <span className="min-w-0 flex-1">
                <span className="block text-sm font-semibold text-ink">{t(title)}</span>
                <span className="block text-sm text-muted">{t(text)}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 text-subtle" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
