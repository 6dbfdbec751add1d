import { useQuery } from '@tanstack/react-query';
import type { EmailTemplateSummary } from '@waggle/contracts/email-templates';
import { Check, Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#lib/format.ts';
import { cx } from '#ui/class-names.ts';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type TemplateLook, templateQuery } from '../queries.ts';
import { forSampleReader, inScheme } from '../sample-reader.ts';

/** Pixels of the window on a desk; the pane shows it at half its size. */
const deskWidth = 680;
const deskScale = 0.52;

type TemplatePreviewProps = { template: EmailTemplateSummary; branding: TemplateLook };

export function TemplatePreview({ template, branding }: TemplatePreviewProps) {
  const { t } = useTranslation('email-templates');
  const [look, setLook] = useState<'light' | 'dark'>('light');
  const [size, setSize] = useState<'desktop' | 'phone'>('desktop');
  const read = useQuery(templateQuery(template.id, branding)).data;
  const isPhone = size === 'phone';
  return (
    <section aria-label={template.name} className="flex min-h-0 flex-col border-l border-line max-lg:hidden">
      <div className="flex flex-wrap items-center gap-2 border-b border-line p-3">
        <h3 className="mr-auto font-semibold">{template.name}</h3>
        <SegmentedControl
          label={t('look.label')}
          value={look}
          onValueChange={setLook}
          options={[
            { value: 'light', label: t('look.light') },
            { value: 'dark', label: t('look.dark') },
          ]}
        />
        <SegmentedControl
          label={t('size.label')}
          value={size}
          onValueChange={setSize}
          options={[
            { value: 'desktop', label: <span className="sr-only">{t('size.desktop')}</span>, icon: Monitor },
            { value: 'phone', label: <span className="sr-only">{t('size.phone')}</span>, icon: Smartphone },
          ]}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-hidden bg-canvas p-4">
        {read ? (
          <div className={cx('mx-auto h-full overflow-hidden rounded-lg', isPhone ? 'w-[20rem]' : 'w-full')}>
            <iframe
              title={t('previewOf', { name: template.name })}
              sandbox=""
              referrerPolicy="no-referrer"
              srcDoc={inScheme(forSampleReader(read.htmlContent), look === 'dark')}
              style={
                isPhone
                  ? { width: '100%', height: '100%' }
                  : {
                      width: deskWidth,
                      height: `${100 / deskScale}%`,
                      transform: `scale(${deskScale})`,
                      transformOrigin: '0 0',
                    }
              }
              className="border-0 bg-white"
            />
          </div>
        ) : (
          <Skeleton className="h-full" />
        )}
      </div>
      <Facts template={template} read={read} />
    </section>
  );
}

type FactsProps = {
  template: EmailTemplateSummary;
  read: { htmlContent: string; document: object | null } | undefined;
};

function Facts({ template, read }: FactsProps) {
  const { t } = useTranslation('email-templates');
  const format = useFormat();
  const kilobytes = read && Math.ceil(new Blob([read.htmlContent]).size / 1_000);
  const facts = [
    ...(read?.document ? [t('facts.dark'), t('facts.outlook')] : []),
    ...(kilobytes ? [t('facts.size', { size: format.number(kilobytes) })] : []),
  ];
  return (
    <div className="flex flex-col gap-2 border-t border-line p-4 text-sm">
      <p>{template.description || template.subject}</p>
      <ul className="flex flex-wrap gap-4 text-muted">
        {facts.map((fact) => (
          <li key={fact} className="flex items-center gap-1.5">
            <Check aria-hidden className="icon-control text-success" />
            {fact}
          </li>
        ))}
      </ul>
    </div>
  );
}
