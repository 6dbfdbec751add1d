import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { EmailTemplate, EmailTemplateSummary } from '@waggle/contracts/email-templates';
import { Info } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '#lib/problem-text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LoadError } from '#ui/load-error.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast-store.ts';
import { useUiText } from '#ui/ui-text.tsx';
import { brandQuery, type TemplateLook, templateQuery, templatesQuery, useTemplateLanguage } from '../queries.ts';
import { CategoryNav } from './category-nav.tsx';
import { type Shelf, shelved } from './shelves.ts';
import { TemplateGrid } from './template-grid.tsx';
import { TemplatePreview } from './template-preview.tsx';

type TemplateGalleryProps = {
  /** Whose email it is for, where that is not the client in sight. */
  clientId?: string | undefined;
  /** Applies the template; the gallery closes and says so afterwards. */
  onChoose: (template: EmailTemplate) => void;
  onClose: () => void;
  /** Whether something is replaced by it. */
  replaces?: boolean;
};

export function TemplateGallery({ clientId, onChoose, onClose, replaces = false }: TemplateGalleryProps) {
  const { t } = useTranslation('email-templates');
  const gallery = useGallery(clientId);
  const use = useApply(onChoose, onClose, gallery.look);
  const { items } = gallery;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="full"
      flush
      title={t('title')}
      description={items && counted(items, t)}
      actions={<GalleryActions gallery={gallery} />}
      footer={<GalleryFooter chosen={gallery.chosen} use={use} replaces={replaces} onClose={onClose} />}
    >
      <GalleryBody gallery={gallery} />
    </Dialog>
  );
}

type Gallery = ReturnType<typeof useGallery>;

function useGallery(clientId: string | undefined) {
  const language = useTemplateLanguage();
  const templates = useQuery(templatesQuery(language, clientId));
  const [shelf, setShelf] = useState<Shelf>({ kind: 'all' });
  const [search, setSearch] = useState('');
  const [branded, setBranded] = useState(true);
  const [chosenId, setChosenId] = useState<string>();
  const items = templates.data?.items;
  const shown = items && shelved(items, shelf, search);
  const chosen = shown?.find(({ id }) => id === chosenId) ?? shown?.[0];
  const look: TemplateLook = { language, colors: branded ? 'brand' : 'own', clientId };
  return {
    templates,
    items,
    shown,
    chosen,
    setChosenId,
    shelf,
    setShelf,
    search,
    setSearch,
    branded,
    setBranded,
    look,
  };
}

function GalleryActions({ gallery: { search, setSearch, branded, setBranded, look } }: { gallery: Gallery }) {
  const { t } = useTranslation('email-templates');
  const brand = useQuery(brandQuery(look.clientId)).data;
  return (
    <div className="flex items-center gap-3 max-sm:hidden">
      {brand?.accent && (
        <Switch
          label={t('brandColors', { brand: brand.name || brand.ownName })}
          checked={branded}
          onCheckedChange={setBranded}
        />
      )}
      <SearchInput label={t('search')} placeholder={t('search')} value={search} onValueChange={setSearch} />
    </div>
  );
}

function GalleryBody({ gallery }: { gallery: Gallery }) {
  const { t } = useTranslation('email-templates');
  const { templates, items, shown, chosen, look } = gallery;
  if (templates.isError)
    return (
      <LoadError
        title={t('failed')}
        message={problemText(templates.error)}
        retry={() => void templates.refetch()}
        busy={templates.isFetching}
      />
    );
  return (
    <div className="grid h-full min-h-0 grid-rows-[auto_1fr] md:grid-cols-[13rem_1fr] md:grid-rows-1 lg:grid-cols-[13rem_1fr_24rem]">
      <CategoryNav items={items ?? []} shelf={gallery.shelf} onShelf={gallery.setShelf}>
        <Link to="/dashboard/campaigns/templates" className="text-sm font-medium text-link hover:underline">
          {t('manage')}
        </Link>
      </CategoryNav>
      <TemplateGrid items={shown} chosenId={chosen?.id} look={look} onChoose={({ id }) => gallery.setChosenId(id)} />
      {chosen && <TemplatePreview template={chosen} branding={look} />}
    </div>
  );
}

type GalleryFooterProps = {
  chosen: EmailTemplateSummary | undefined;
  use: ReturnType<typeof useApply>;
  replaces: boolean;
  onClose: () => void;
};

function GalleryFooter({ chosen, use, replaces, onClose }: GalleryFooterProps) {
  const { t } = useTranslation('email-templates');
  const text = useUiText();
  return (
    <>
      {replaces && (
        <p className="mr-auto flex items-center gap-2 text-sm text-muted max-sm:hidden">
          <Info aria-hidden className="icon-control" />
          {t('replaces')}
        </p>
      )}
      <Button onClick={onClose}>{text.cancel}</Button>
      <Button
        variant="primary"
        busy={use.busy}
        disabledReason={chosen ? undefined : t('chooseFirst')}
        onClick={() => chosen && use.apply(chosen)}
      >
        {t('use')}
      </Button>
    </>
  );
}

type Translate = (key: 'countBuiltIn' | 'countOwn', values: { count: number }) => string;

function counted(items: readonly EmailTemplateSummary[], t: Translate): string {
  const builtIn = items.filter(({ scope }) => scope === 'built-in').length;
  const own = items.length - builtIn;
  return own === 0
    ? t('countBuiltIn', { count: builtIn })
    : `${t('countBuiltIn', { count: builtIn })}, ${t('countOwn', { count: own })}`;
}

/** Reads the whole template, hands it over and says so. */
function useApply(onChoose: TemplateGalleryProps['onChoose'], onClose: () => void, look: TemplateLook) {
  const { t } = useTranslation(['email-templates', 'app']);
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const apply = async ({ id }: EmailTemplateSummary) => {
    setBusy(true);
    try {
      const template = await client.fetchQuery(templateQuery(id, look));
      onChoose(template);
      onClose();
      toast({ tone: 'success', title: t('loaded'), description: t('applied', { name: template.name }) });
    } catch (error) {
      toast({ tone: 'error', title: t('app:error'), description: problemText(error) });
    } finally {
      setBusy(false);
    }
  };
  return { busy, apply: (template: EmailTemplateSummary) => void apply(template) };
}
