import type { ComponentType } from 'react';
import { AfterSubmitPanel } from './after-submit-panel.tsx';
import { DoubleOptInPanel } from './double-opt-in.tsx';
import { AnswerEmailPanel, NotifyPanel } from './emails.tsx';
import type { PanelProps } from './panel.ts';
import { ProtectionPanel } from './protection-panel.tsx';
import { SitesPanel } from './sites-panel.tsx';
import { SubmissionTagsPanel } from './submission-tags-panel.tsx';
import { TextsPanel } from './texts-panel.tsx';
import { VersionsPanel } from './versions-panel.tsx';

/** What stands under 'Form settings', from the top: one line each. A panel brings its own heading. */
const panels: readonly { id: string; Panel: ComponentType<PanelProps> }[] = [
  { id: 'texts', Panel: TextsPanel },
  { id: 'after-submit', Panel: AfterSubmitPanel },
  { id: 'tags', Panel: SubmissionTagsPanel },
  { id: 'double-opt-in', Panel: DoubleOptInPanel },
  { id: 'notify', Panel: NotifyPanel },
  { id: 'answer-email', Panel: AnswerEmailPanel },
  { id: 'protection', Panel: ProtectionPanel },
  { id: 'sites', Panel: SitesPanel },
  { id: 'versions', Panel: VersionsPanel },
];

export function SettingsPanels(props: PanelProps) {
  return (
    <fieldset disabled={props.readOnly} className="flex min-w-0 flex-col divide-y divide-line">
      {panels.map(({ id, Panel }) => (
        <div key={id} className="px-5 py-5 first:pt-4">
          <Panel {...props} />
        </div>
      ))}
    </fieldset>
  );
}
