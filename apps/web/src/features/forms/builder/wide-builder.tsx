import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TabPanel, Tabs } from '#ui/tabs.tsx';
import { type BuilderTab, useBuilder } from './builder-context.ts';
import { Canvas } from './canvas/canvas.tsx';
import { ContactSummary } from './contact-summary.tsx';
import { Inspector } from './inspector/inspector.tsx';
import { Palette } from './palette.tsx';
import { FormSettings } from './settings/form-settings.tsx';

type WideBuilderProps = { tab: BuilderTab; onTab: (tab: BuilderTab) => void; notices: ReactNode };

/** Fields to add, the form, and what is selected, side by side. */
export function WideBuilder({ tab, onTab, notices }: WideBuilderProps) {
  const { t } = useTranslation('form-builder');
  const { readOnly } = useBuilder();
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex w-58 shrink-0 flex-col gap-4 overflow-y-auto border-r border-line p-4">
        {!readOnly && <Palette />}
        <ContactSummary />
      </div>
      <div
        data-scroll
        className="min-w-0 flex-1 overflow-y-auto bg-canvas [background-image:radial-gradient(var(--line-strong)_1px,transparent_1px)] [background-size:16px_16px]"
      >
        {notices}
        <Canvas />
      </div>
      <Tabs
        label={t('panel')}
        tabs={[
          { value: 'field', label: t('tabs.field') },
          { value: 'settings', label: t('tabs.settings') },
        ]}
        value={tab === 'settings' ? 'settings' : 'field'}
        onValueChange={(next) => onTab(next as BuilderTab)}
        className="flex w-80 shrink-0 flex-col overflow-hidden border-l border-line"
        listClassName="shrink-0 px-5"
      >
        <TabPanel value="field" className="min-h-0 overflow-y-auto">
          <Inspector />
        </TabPanel>
        <TabPanel value="settings" className="min-h-0 overflow-y-auto">
          <FormSettings />
        </TabPanel>
      </Tabs>
    </div>
  );
}
