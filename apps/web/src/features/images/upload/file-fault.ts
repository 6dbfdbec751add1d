import { mostImageBytes } from '@waggle/contracts/images';
import { useTranslation } from 'react-i18next';

export const acceptedTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** What the browser knows before anything is sent; the server looks at the bytes. */
export function useFileFault() {
  const { t } = useTranslation('images');
  return ({ name, size, type }: File): string | undefined => {
    const kind = /\.(\w{2,5})$/.exec(name)?.[1]?.toUpperCase();
    if (!acceptedTypes.includes(type)) return kind ? t('faults.kind', { kind }) : t('faults.type');
    return size > mostImageBytes ? t('faults.large') : undefined;
  };
}
