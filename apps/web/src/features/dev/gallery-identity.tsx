import { ListOrdered, Mail, MessageSquare, Tag, User } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '#ui/avatar.tsx';
import { Badge, TypeBadge } from '#ui/badge.tsx';
import { FilterChips, type Filter } from '#ui/filter-chips.tsx';
import { FlightPath } from '#ui/flight-path.tsx';
import { Hexagon } from '#ui/hexagon.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { Logo, LogoMark } from '#ui/logo.tsx';
import { Progress } from '#ui/progress.tsx';
import { shortcutText } from '#ui/shortcut-text.ts';
import { TabPanel, Tabs } from '#ui/tabs.tsx';
import { TagChip, TagList } from '#ui/tag-chip.tsx';
import { people, tags } from './gallery-sample.ts';
import { Line, Panel } from './gallery-panel.tsx';

export function GalleryIdentity() {
  return (
    <>
      <Identity />
      <Labels />
      <Navigation />
    </>
  );
}

function Identity() {
  return (
    <Panel title="Identity: people are round, organizations are cells">
      <Line>
        <Logo brand={{ name: 'Waggle', tagline: 'Marketing Automation' }} size={36} />
        <LogoMark size={24} />
        <LogoMark size={20} />
        <FlightPath />
        <FlightPath lost width={80} />
      </Line>
      <Line>
        {people.map((person) => (
          <Avatar key={person.id} name={person.name} size={34} />
        ))}
      </Line>
      <Line>
        <Hexagon name="Fernhill Studio" tone="ink" size={36} />
        {['Maple & Rye', 'Harbour Cycles', 'Northlight Yoga', 'Alder Dental'].map((name) => (
          <Hexagon key={name} name={name} size={36} />
        ))}
        <Hexagon name="Maple & Rye" size={20} />
      </Line>
      <p className="font-display text-2xl font-semibold tracking-[-0.02em]">Welcome back</p>
      <p className="font-display text-lg font-semibold tracking-[-0.02em]">Email Campaigns</p>
      <p className="text-base">Body 14/20. Short sentences, sentence case.</p>
      <p className="text-sm text-muted">Table and control 13/18, muted</p>
      <p className="text-xs text-subtle">Caption 12/16, subtle</p>
      <p className="font-mono text-xs text-muted">waggle.fernhill.studio/qr/k7Qm2x</p>
    </Panel>
  );
}

const startFilters: Filter[] = [
  { id: 'a', field: 'Status', operator: 'is', value: 'active' },
  { id: 'b', field: 'Tag', operator: 'any of', value: 'VIP, Local' },
];

function Labels() {
  const [filters, setFilters] = useState(startFilters);
  return (
    <Panel title="Badges, tags, filters">
      <Line>
        <Badge>DRAFT</Badge>
        <Badge tone="success">ACTIVE</Badge>
        <Badge tone="warning">PAUSED</Badge>
        <Badge tone="info">COMPLETED</Badge>
        <Badge tone="danger">bounced</Badge>
        <Badge tone="accent" dot={false}>
          Popular
        </Badge>
        <TypeBadge icon={Mail}>EMAIL</TypeBadge>
        <TypeBadge icon={MessageSquare}>SMS</TypeBadge>
        <TypeBadge icon={ListOrdered}>SEQUENCE</TypeBadge>
      </Line>
      <Line>
        {Object.values(tags).map((tag) => (
          <TagChip key={tag.name} {...tag} />
        ))}
        <TagChip {...tags.vip} onRemove={() => {}} removeLabel="Remove tag VIP" />
        <TagList tags={Object.values(tags)} />
      </Line>
      <FilterChips
        filters={filters}
        fields={[
          { id: 'tag', label: 'Tag', group: 'Properties', icon: Tag },
          { id: 'name', label: 'Name', group: 'Properties', icon: User },
          { id: 'email', label: 'Email', group: 'Properties', icon: Mail },
          { id: 'opened', label: 'Opened', group: 'Activity', icon: Mail },
        ]}
        onAdd={(field) =>
          setFilters([...filters, { id: `${field}${filters.length}`, field, operator: 'is', value: 'anything' }])
        }
        onRemove={(id) => setFilters(filters.filter((filter) => filter.id !== id))}
        editOperator={() => 'is, is not, any of'}
        editValue={(filter) => `Values of ${filter.field}`}
      />
    </Panel>
  );
}

function Navigation() {
  const [tab, setTab] = useState('activity');
  const [side, setSide] = useState('profile');
  return (
    <Panel title="Tabs, progress, keys">
      <Tabs
        label="Contact"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: 'activity', label: 'Activity' },
          { value: 'campaigns', label: 'Campaigns', count: 18 },
          { value: 'submissions', label: 'Submissions', count: 2 },
        ]}
      >
        <TabPanel value={tab} className="py-3 text-sm text-muted">
          Newest first, grouped by day.
        </TabPanel>
      </Tabs>
      <Tabs
        label="Settings"
        orientation="vertical"
        value={side}
        onValueChange={setSide}
        tabs={[
          { value: 'profile', label: 'Profile', icon: User, heading: 'You and your account' },
          { value: 'account', label: 'Account', icon: Mail },
          { value: 'team', label: 'Team', icon: User, heading: 'Workspace' },
        ]}
      >
        <TabPanel value={side} className="text-sm text-muted">
          <div className="grid gap-4">
            <Progress value={4182} max={6240} label="Sending" caption="4,182 of 6,240" captionEnd="67%" />
            <Progress
              value={12_486}
              max={25_000}
              tone="ink"
              label="Contacts used"
              caption="12,486 of 25,000"
              captionEnd="contacts"
            />
            <Progress
              value={100}
              tone="warning"
              label="Contacts used"
              caption="100 of 100 contacts"
              captionEnd="Full"
            />
            <Line>
              <Kbd>{shortcutText('mod+k')}</Kbd>
              <Kbd>{shortcutText('enter')}</Kbd>
              <Kbd>Esc</Kbd>
            </Line>
          </div>
        </TabPanel>
      </Tabs>
    </Panel>
  );
}
