import { isSame } from '#lib/same-value.ts';
import type { AutomationComparison } from '@waggle/contracts/automation-versions';
import { useTranslation } from 'react-i18next';
import { PartChange } from './part-change.tsx';
import { useDocumentParts } from './use-document-parts.tsx';
import type { Sides } from './use-sides.ts';

type DocumentChangesProps = { parts: AutomationComparison['parts']; sides: Sides };

/** What lets people in, who gets in and stays, the goal and the sending hours, where they differ. */
export function DocumentChanges({ parts, sides: { before, after } }: DocumentChangesProps) {
  const { t } = useTranslation('automation-versions');
  const [one, other] = [useDocumentParts(before), useDocumentParts(after)];
  return parts.map((part) => {
    const earlier = new Map(one[part].map((line) => [line.label, line]));
    const lines = other[part].filter((line) => !isSame(line.said, earlier.get(line.label)?.said));
    return (
      <section key={part} aria-label={t(`settings.${part}`)}>
        <h3 className="border-y border-line bg-sunken px-7 py-2 text-xs font-medium text-muted max-xl:px-5 max-lg:px-4">
          {t(`settings.${part}`)}
        </h3>
        <div className="flex flex-col gap-3 px-7 py-3 max-xl:px-5 max-lg:px-4">
          {lines.map(({ label, value }) => (
            <PartChange
              key={label}
              label={label}
              before={{ name: before.name, value: earlier.get(label)?.value ?? null }}
              after={{ name: after.name, value }}
            />
          ))}
        </div>
      </section>
    );
  });
}
