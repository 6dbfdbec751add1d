import type { FoundBrand } from '@waggle/contracts/client-templates';
import { bareDomain } from '@waggle/contracts/sending';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { Hexagon } from '#ui/hexagon.tsx';
import { BrandFields } from './brand-fields.tsx';
import type { StartForm } from './use-start-form.ts';

/** One line that says where the look comes from, and behind it what is seldom typed here. */
export function BrandDetails({ start, copiesBrand }: { start: StartForm; copiesBrand: boolean }) {
  const { t } = useTranslation('client-templates');
  const { form, found } = start;
  const [isOpen, setOpen] = useState(false);
  const typed = form.watch('accent') ?? null;
  const accent = typed ?? found?.accent ?? null;
  return (
    <div className="rounded-lg border border-line-strong">
      <div className="flex items-center gap-3 px-3.5 py-2.5">
        <Hexagon name={form.watch('name').trim() || '?'} size={34} />
        <div className="min-w-0 flex-1 text-sm">
          <BrandTitle start={start} />
          <p className="flex items-center gap-1.5 text-muted">
            {accent && (
              <span
                aria-hidden
                style={{ background: accent }}
                className="size-3 rounded-xs border border-line-control"
              />
            )}
            {t(`brand.${lineOf({ typed, found, copiesBrand })}`)}
          </p>
        </div>
        <Button
          variant="ghost"
          size="sm"
          className="text-link!"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'brand.less' : 'brand.change')}
        </Button>
      </div>
      {isOpen && <BrandFields start={start} accent={accent} />}
    </div>
  );
}

function BrandTitle({ start: { found, foundOn = '' } }: { start: StartForm }) {
  const { t } = useTranslation('client-templates');
  return (
    <p className="font-semibold wrap-anywhere text-ink">
      {found ? t('brand.found', { domain: bareDomain(foundOn) }) : t('brand.title')}
    </p>
  );
}

type Known = { typed: string | null; found: FoundBrand | undefined; copiesBrand: boolean };

/** What was typed comes before what was found, and that before what is copied. */
function lineOf({ typed, found, copiesBrand }: Known) {
  if (typed) return 'chosen';
  if (found?.accent) return found.postalAddress === '' ? 'foundColor' : 'foundBoth';
  if (copiesBrand) return 'copied';
  return found ? 'foundAddress' : 'none';
}
