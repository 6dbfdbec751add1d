import { useBrand } from '#lib/brand.ts';
import { Logo } from '#ui/logo.tsx';
import { darkRoles } from './dance-panel.tsx';

/** Beside the form, where an organization gave the product its own name. Always dark. */
export function ProductPanel() {
  const { name, logo, isOwn } = useBrand();
  return (
    <aside
      aria-hidden
      style={darkRoles}
      className="sticky top-2 my-2 mr-2 hidden h-[calc(100dvh-1rem)] min-h-[30rem] place-items-center overflow-hidden rounded-xl bg-surface p-12 text-ink lg:grid"
    >
      <Logo brand={{ name, logo, isOwn }} size={96} markOnly />
    </aside>
  );
}
