import type { SetUp } from '@waggle/contracts/sending';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHolds, useUser } from '#features/accounts/index.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { AddressForm } from './address-step.tsx';
import { BounceReports, ConnectionStepForm, useOwnConnection } from './connection-step.tsx';
import { currentStep, isWaiting, type StepKey } from './current-step.ts';
import { DomainForm, DomainWaiting } from './domain-step.tsx';
import { SenderForm } from './sender-step.tsx';
import { SetUpStep, type StepState } from './step.tsx';
import { AddressSummary, ConnectionSummary, DomainSummary, SenderSummary, TestSummary } from './summaries.tsx';
import { TestStepBody } from './test-step.tsx';

/** Which step is open: the next one, or the one somebody opened. Saving one leads to the next. */
function useOpenStep(setUp: SetUp) {
  const current = currentStep(setUp);
  const mayManage = useHolds('sending:manage');
  const [opened, setOpened] = useState<StepKey>();
  const wanted = useRef<StepKey | 'next'>(undefined);
  useEffect(() => {
    const step = wanted.current === 'next' ? current : wanted.current;
    if (!step) return;
    wanted.current = undefined;
    document.querySelector<HTMLElement>(`#set-up-${step} :is(input, textarea, button)`)?.focus();
  });
  return {
    current,
    mayManage,
    isOpen: (step: StepKey) => mayManage && (opened ?? current) === step,
    open: (step: StepKey) => {
      wanted.current = step;
      setOpened(step);
    },
    close: () => setOpened(undefined),
    saved: () => {
      wanted.current = 'next';
      setOpened(undefined);
    },
    /** One that was opened on purpose can be closed again. */
    cancelOf: (step: StepKey) => (opened === step && step !== current ? () => setOpened(undefined) : undefined),
  };
}

type Steps = ReturnType<typeof useOpenStep>;
type StepProps = { setUp: SetUp; steps: Steps };

export function SetUpSteps({ setUp }: { setUp: SetUp }) {
  const { t } = useTranslation('set-up');
  const steps = useOpenStep(setUp);
  return (
    <Card flush>
      <ol aria-label={t('title')}>
        <DomainStep setUp={setUp} steps={steps} />
        <SenderStep setUp={setUp} steps={steps} />
        <AddressStep setUp={setUp} steps={steps} />
        <ConnectionStep setUp={setUp} steps={steps} />
        <TestStep setUp={setUp} steps={steps} />
      </ol>
    </Card>
  );
}

const stateOf = ({ done }: SetUp, { current, isOpen }: Steps, step: StepKey): StepState =>
  isOpen(step) || step === current ? 'current' : done[step] ? 'done' : 'later';

function OpenButton({ step, steps, children }: { step: StepKey; steps: Steps; children: ReactNode }) {
  const { t } = useTranslation('set-up');
  if (!steps.mayManage || steps.isOpen(step)) return null;
  return (
    <Button variant="ghost" size="sm" className="max-sm:-ml-2.5" onClick={() => steps.open(step)}>
      {children}
      <span className="sr-only">{t(`steps.${step}`)}</span>
    </Button>
  );
}

function DomainStep({ setUp, steps }: StepProps) {
  const { t } = useTranslation('set-up');
  const { domain, clientId } = setUp;
  const waits = isWaiting(setUp);
  const isOpen = steps.isOpen('domain');
  const isOwn = domain?.clientId === clientId;
  return (
    <SetUpStep
      id="domain"
      position={1}
      title={t('steps.domain')}
      state={waits && !isOpen ? 'waiting' : stateOf(setUp, steps, 'domain')}
      summary={<DomainSummary setUp={setUp} />}
      minutes={5}
      action={
        domain && (
          <OpenButton step="domain" steps={steps}>
            {t(isOwn ? 'domain.another' : 'domain.own')}
          </OpenButton>
        )
      }
    >
      {isOpen && <DomainForm onDone={steps.close} onCancel={steps.cancelOf('domain')} />}
      {!isOpen && waits && isOwn && <DomainWaiting domain={domain} mayManage={steps.mayManage} />}
    </SetUpStep>
  );
}

function SenderStep({ setUp, steps }: StepProps) {
  const { t } = useTranslation('set-up');
  const isOpen = steps.isOpen('sender');
  const own = setUp.sender?.clientId === setUp.clientId ? setUp.sender : undefined;
  return (
    <SetUpStep
      id="sender"
      position={2}
      title={t('steps.sender')}
      state={stateOf(setUp, steps, 'sender')}
      summary={<SenderSummary setUp={setUp} />}
      minutes={1}
      action={
        setUp.sender && (
          <OpenButton step="sender" steps={steps}>
            {t(own ? 'edit' : 'sender.own')}
          </OpenButton>
        )
      }
    >
      {isOpen && (
        <SenderForm
          // The likely address follows the domain.
          key={`${own?.id} ${setUp.domain?.domain}`}
          setUp={setUp}
          sender={own}
          onDone={steps.saved}
          onCancel={steps.cancelOf('sender')}
        />
      )}
    </SetUpStep>
  );
}

function AddressStep({ setUp, steps }: StepProps) {
  const { t } = useTranslation('set-up');
  return (
    <SetUpStep
      id="address"
      position={3}
      title={t('steps.address')}
      state={stateOf(setUp, steps, 'address')}
      summary={<AddressSummary setUp={setUp} />}
      minutes={1}
      action={
        setUp.done.address && (
          <OpenButton step="address" steps={steps}>
            {t('edit')}
          </OpenButton>
        )
      }
    >
      {steps.isOpen('address') && (
        <AddressForm setUp={setUp} onDone={steps.saved} onCancel={steps.cancelOf('address')} />
      )}
    </SetUpStep>
  );
}

function ConnectionStep({ setUp, steps }: StepProps) {
  const { t } = useTranslation('set-up');
  const own = useOwnConnection(setUp);
  const isOpen = steps.isOpen('connection');
  return (
    <SetUpStep
      id="connection"
      position={4}
      title={t('steps.connection')}
      state={stateOf(setUp, steps, 'connection')}
      summary={<ConnectionSummary setUp={setUp} />}
      minutes={3}
      action={
        setUp.connection && (
          <OpenButton step="connection" steps={steps}>
            {t(own ? 'edit' : 'connection.addOwn')}
          </OpenButton>
        )
      }
    >
      {isOpen && (
        <ConnectionStepForm
          key={own?.id}
          connection={own}
          onDone={steps.saved}
          onCancel={steps.cancelOf('connection')}
        />
      )}
      {!isOpen && own?.eventsUrl && !setUp.done.test && <BounceReports connection={own} />}
    </SetUpStep>
  );
}

function TestStep({ setUp, steps }: StepProps) {
  const { t } = useTranslation('set-up');
  const { email } = useUser();
  const { sender, connection, clientId } = setUp;
  const isOwn = sender?.clientId === clientId;
  const mayTest = steps.mayManage && connection !== null && isOwn;
  return (
    <SetUpStep
      id="test"
      position={5}
      title={t('steps.test')}
      state={stateOf(setUp, steps, 'test')}
      summary={<TestSummary setUp={setUp} email={email} />}
      minutes={1}
    >
      {mayTest && (
        <TestStepBody
          setUp={setUp}
          onEditConnection={connection.clientId === clientId ? () => steps.open('connection') : undefined}
        />
      )}
    </SetUpStep>
  );
}
