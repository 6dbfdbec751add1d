import { Briefcase, Building2, Copy, Ellipsis, LayoutGrid, List, Plus, Search, Send } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { ColorField } from '#ui/color-field.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Select } from '#ui/select.tsx';
import { Slider } from '#ui/slider.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { Line, Panel } from './gallery-panel.tsx';

export function GalleryControls() {
  return (
    <>
      <Buttons />
      <Fields />
      <Pickers />
      <Choices />
    </>
  );
}

function Buttons() {
  const [view, setView] = useState('grid');
  const [busy, setBusy] = useState(false);
  return (
    <Panel title="Buttons: one honey action per view">
      <Line>
        <Button variant="primary" icon={Send}>
          Send Campaign
        </Button>
        <Button>Save Draft</Button>
        <Button variant="ghost">Cancel</Button>
        <Button variant="danger">Delete</Button>
        <Button busy busyLabel="Saving...">
          Save
        </Button>
      </Line>
      <Line>
        <Button size="sm">Small</Button>
        <IconButton label="Copy" icon={Copy} variant="secondary" size="sm" />
        <IconButton label="More actions" icon={Ellipsis} variant="secondary" />
        <SegmentedControl
          label="View"
          value={view}
          onValueChange={setView}
          options={[
            { value: 'grid', label: 'Grid', icon: LayoutGrid },
            { value: 'list', label: 'List', icon: List },
          ]}
        />
        <Button icon={Plus} disabledReason="Your plan allows 100 contacts; all are used.">
          Add Contact
        </Button>
      </Line>
      <Line>
        <Button variant="primary" size="lg" busy={busy} busyLabel="Signing in..." onClick={() => setBusy(true)}>
          Sign in
        </Button>
        <Button onClick={() => setBusy(false)}>Stop</Button>
        <CopyButton value="https://waggle.example/q/k7Qm2x" label="Copy URL" />
        <CopyButton value="k7Qm2x" variant="ghost" />
        <Spinner />
      </Line>
    </Panel>
  );
}

function Fields() {
  const [zone, setZone] = useState('pacific');
  return (
    <Panel title="Fields">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Campaign Name" required>
          {(control) => <TextInput {...control} defaultValue="Spring Sourdough Club" />}
        </Field>
        <Field label="Email Subject" aside="0 of 60">
          {(control) => <TextInput {...control} placeholder="What is it about?" />}
        </Field>
        <Field label="Email" error="Invalid email address">
          {(control) => <TextInput {...control} type="email" defaultValue="hannah@gmail" />}
        </Field>
        <Field label="Target URL" hint="This URL can be updated later without changing the QR code">
          {(control) => <TextInput {...control} type="url" defaultValue="https://harbourcycles.co" />}
        </Field>
        <Field label="Password">{(control) => <PasswordInput {...control} defaultValue="correct horse" />}</Field>
        <Field label="Timezone">
          {(control) => (
            <Select
              {...control}
              value={zone}
              onValueChange={setZone}
              options={[
                { value: 'pacific', label: 'Pacific' },
                { value: 'mountain', label: 'Mountain' },
                {
                  label: 'Others',
                  options: [
                    { value: 'central', label: 'Central' },
                    { value: 'eastern', label: 'Eastern', disabled: true },
                  ],
                },
              ]}
            />
          )}
        </Field>
        <Field label="Search" hideLabel>
          {(control) => <TextInput {...control} type="search" icon={Search} placeholder="Search contacts..." />}
        </Field>
        <Field label="Organization" hint="Only an admin can change it">
          {(control) => <TextInput {...control} readOnly defaultValue="Fernhill Studio" />}
        </Field>
        <Field label="Message" className="sm:col-span-2" optional>
          {(control) => <Textarea {...control} rows={2} placeholder="Anything we should know?" />}
        </Field>
      </div>
    </Panel>
  );
}

function Pickers() {
  const [color, setColor] = useState('#1E3A5F');
  const [size, setSize] = useState(200);
  return (
    <Panel title="Color and size">
      <div className="grid gap-4 sm:grid-cols-2">
        <ColorField
          label="Color"
          value={color}
          onValueChange={setColor}
          invalid="Enter a color such as #1E3A5F"
          presets={[
            { value: '#000000', label: 'Black' },
            { value: '#1E3A5F', label: 'Navy' },
          ]}
        />
        <Field label="Size" aside={`${size} px`}>
          {(control) => <Slider {...control} min={100} max={500} step={50} value={size} onValueChange={setSize} />}
        </Field>
      </div>
    </Panel>
  );
}

function Choices() {
  const [type, setType] = useState<'business' | 'agency'>('agency');
  const [on, setOn] = useState(true);
  const [off, setOff] = useState(false);
  return (
    <Panel title="Choices are ink, not honey">
      <Line>
        <Checkbox label="Checked" defaultChecked />
        <Checkbox label="Empty" />
        <Checkbox label="Mixed" indeterminate />
        <Checkbox label="Disabled" disabled defaultChecked />
        <Switch label="Active" checked={on} onCheckedChange={setOn} />
        <Switch label="Off" checked={off} onCheckedChange={setOff} />
        <Switch label="Locked" checked={false} onCheckedChange={setOff} disabledReason="Part of the Plus plan" />
      </Line>
      <RadioCards
        legend="Account type"
        value={type}
        onValueChange={setType}
        options={[
          { value: 'business', label: 'Business', description: 'One brand, one list', icon: Building2 },
          { value: 'agency', label: 'Agency', description: 'Several clients in one place', icon: Briefcase },
        ]}
      />
      <RadioCards
        className="mt-4"
        legend="Recipients"
        look="list"
        value={type}
        onValueChange={setType}
        error="Choose who gets it"
        options={[
          { value: 'business', label: 'All Contacts (412)' },
          { value: 'agency', label: 'By Tags' },
        ]}
      />
    </Panel>
  );
}
