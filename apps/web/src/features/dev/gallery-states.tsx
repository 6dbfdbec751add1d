import { Gauge, Plus, Upload } from 'lucide-react';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ListSteps } from '#ui/list-steps.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { ReadOnlyBar } from '#ui/read-only-bar.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { TaskCard } from '#ui/task-card.tsx';
import { Panel } from './gallery-panel.tsx';

export function GalleryStates() {
  return (
    <>
      <Panel title="Loading: skeleton after 150 ms, same row heights">
        <SkeletonRows />
      </Panel>
      <Panel title="Empty: the flight path points at the next step">
        <EmptyState
          title="No forms yet"
          className="py-4!"
          action={
            <Button variant="primary" icon={Plus}>
              Create Form
            </Button>
          }
          link={
            <button type="button" className="font-medium text-link">
              Start from a template
            </button>
          }
        >
          Get started by creating your first form
        </EmptyState>
      </Panel>
      <Panel title="Error: says what failed, keeps the filters, offers a retry">
        <LoadError
          title="Couldn't load contacts"
          message="Network error occurred. Your search and filters are kept."
          retry={() => {}}
          className="py-4!"
        />
      </Panel>
      <Bands />
      <Panel title="Long work: docked progress">
        <TaskCard
          icon={Upload}
          title="Importing spring-fair.csv"
          count="146 of 218"
          value={146}
          max={218}
          note="140 imported, 4 duplicates, 2 errors so far"
          action={
            <Button variant="ghost" size="sm">
              Cancel
            </Button>
          }
        />
      </Panel>
      <Start />
    </>
  );
}

function Bands() {
  return (
    <Panel title="Bands: what, why and the way on">
      <div className="grid gap-2.5">
        <Alert
          tone="warning"
          icon={Gauge}
          title="100 of 100 contacts used on Lite"
          action={
            <Button variant="primary" size="sm">
              Upgrade
            </Button>
          }
        >
          New form submissions are kept and appear when you upgrade.
        </Alert>
        <Alert tone="danger">Invalid email or password</Alert>
        <Alert tone="info" onDismiss={() => {}}>
          DNS changes can take an hour.
        </Alert>
        <Alert tone="success" title="Your plan is now Core" />
        <Alert tone="neutral">Sending is paused.</Alert>
        <ReadOnlyBar action={<button type="button">Ask an admin</button>} />
      </div>
    </Panel>
  );
}

function Start() {
  return (
    <Panel title="Start list">
      <ListSteps
        title="Get ready to send"
        progress="1 of 3 done"
        steps={[
          { id: 'import', title: 'Import contacts', description: 'Bring your list as a CSV file', done: true },
          {
            id: 'form',
            title: 'Publish a form',
            description: 'Let new people join by themselves',
            action: <Button size="sm">Create Form</Button>,
          },
          {
            id: 'domain',
            title: 'Verify a domain',
            description: 'So mailbox providers trust your emails',
            action: <Button size="sm">Add domain</Button>,
          },
        ]}
      />
    </Panel>
  );
}
