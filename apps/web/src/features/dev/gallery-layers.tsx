import { ChartColumn, Ellipsis, Layers, Pencil, Plus, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { CommandPalette, type PaletteGroup } from '#ui/command-palette.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Dialog, DialogClose } from '#ui/dialog.tsx';
import { Hexagon } from '#ui/hexagon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuChoices, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { Popover } from '#ui/popover.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { toast } from '#ui/toast.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { Line, Panel } from './gallery-panel.tsx';

export function GalleryLayers() {
  return (
    <>
      <Layered />
      <Palette />
    </>
  );
}

type Layer = 'sm' | 'md' | 'lg' | 'full' | 'sheet' | 'wide' | 'modal' | 'confirm' | 'typed';
const sizes = ['sm', 'md', 'lg', 'full'] as const;

function Layered() {
  const [layer, setLayer] = useState<Layer>();
  const shut = (open: boolean) => !open && setLayer(undefined);
  return (
    <Panel title="Layers: dialog, sheet, confirmation, menu, popover, tooltip, toast">
      <Line>
        {([...sizes, 'sheet', 'wide', 'modal', 'confirm', 'typed'] as const).map((name) => (
          <Button key={name} size="sm" onClick={() => setLayer(name)}>
            {name}
          </Button>
        ))}
      </Line>
      <MenuLine />
      <ToastLine />
      {sizes.map((size) => (
        <Dialog
          key={size}
          size={size}
          open={layer === size}
          onOpenChange={shut}
          title="Export contacts"
          description="The file has one line per contact."
          footer={
            <>
              <DialogClose>
                <Button>Cancel</Button>
              </DialogClose>
              <Button variant="primary">Export</Button>
            </>
          }
        >
          <p className="text-sm text-muted">412 contacts match the filters.</p>
        </Dialog>
      ))}
      <Sheet
        open={layer === 'sheet' || layer === 'wide' || layer === 'modal'}
        size={layer === 'wide' ? 'lg' : 'md'}
        modal={layer === 'modal'}
        onOpenChange={shut}
        title="Hannah Okafor"
        hideTitle
        walk={{ position: '1 of 412', onNext: () => {} }}
        actions={<IconButton label="More actions" icon={Ellipsis} />}
        footer={<Button variant="primary">Save changes</Button>}
      >
        <p className="text-sm text-muted">hannah.okafor@gmail.com</p>
      </Sheet>
      <Confirm
        open={layer === 'confirm' || layer === 'typed'}
        onOpenChange={shut}
        title={'Are you sure you want to delete "Tune-up booking"?'}
        confirmLabel="Delete"
        phrase={layer === 'typed' ? 'Tune-up booking' : undefined}
        onConfirm={() => setLayer(undefined)}
      >
        214 submissions go with it. Contacts stay. The QR code Window sticker will have no form.
      </Confirm>
    </Panel>
  );
}

function MenuLine() {
  const [client, setClient] = useState('all');
  return (
    <Line>
      <Menu trigger={<IconButton label="More actions" icon={Ellipsis} variant="secondary" />} align="start">
        <MenuItem icon={ChartColumn} shortcut="A">
          View Analytics
        </MenuItem>
        <MenuItem icon={Pencil} shortcut="E">
          Edit
        </MenuItem>
        <MenuItem icon={Layers} disabled description="Part of the Plus plan">
          Duplicate
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger shortcut="⌫">
          Delete
        </MenuItem>
      </Menu>
      <Menu trigger={<Button>Active Client</Button>} align="start">
        <MenuChoices
          value={client}
          onValueChange={setClient}
          options={[
            { value: 'all', label: 'All Clients', icon: Layers },
            { value: 'maple', label: 'Maple & Rye', leading: <Hexagon name="Maple & Rye" size={20} /> },
          ]}
        />
      </Menu>
      <Popover label="Columns" trigger={<Button>Popover</Button>}>
        Each part opens its own popover.
      </Popover>
      <Tooltip label="Tooltip, 12/16" shortcut="⌘K">
        <Button>Tooltip</Button>
      </Tooltip>
    </Line>
  );
}

function ToastLine() {
  return (
    <Line>
      <Button
        onClick={() =>
          toast({ tone: 'success', title: 'Campaign sent!', description: 'Campaign sent to 6,240 recipients.' })
        }
      >
        Toast
      </Button>
      <Button
        onClick={() =>
          toast({ title: 'Tag removed from 34 contacts', action: { label: 'Undo', undo: true, onAction: () => {} } })
        }
      >
        Toast with Undo
      </Button>
      <Button onClick={() => toast({ tone: 'error', title: 'Error', description: 'Network error occurred' })}>
        Error toast
      </Button>
    </Line>
  );
}

const groups: PaletteGroup[] = [
  {
    heading: 'Actions',
    items: [
      { id: 'send', label: 'Send Campaign to Bread club', icon: Send, detail: '↵' },
      { id: 'form', label: 'Create Form', icon: Plus, detail: 'C F' },
    ],
  },
  {
    heading: 'Forms',
    items: [{ id: 'bread', label: 'Bread club sign-up', icon: ChartColumn, detail: '412 submissions' }],
  },
];

function Palette() {
  const [query, setQuery] = useState('bread');
  const [open, setOpen] = useState(false);
  const shared = { query, onQueryChange: setQuery, groups, onOpenItem: () => setOpen(false) };
  return (
    <Panel title="Command palette">
      <Button onClick={() => setOpen(true)}>Open palette</Button>
      <CommandPalette open={open} onOpenChange={setOpen} {...shared} />
    </Panel>
  );
}
