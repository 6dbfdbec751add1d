import { ImagePlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { useOwner } from '../owner-context.ts';
import type { BlockOf, FormProps } from './block-form.ts';

const ImagePicker = lazy(async () => ({ default: (await import('#features/images/index.ts')).ImagePicker }));

/** From the library of the client. The text of the block stays where somebody wrote one. */
export function ChooseImage({ block, change }: Pick<FormProps<BlockOf<'image'>>, 'block' | 'change'>) {
  const { t } = useTranslation('email-editor');
  const owner = useOwner();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={ImagePlus} block onClick={() => setOpen(true)}>
        {t(block.src === '' ? 'image.choose' : 'image.replace')}
      </Button>
      {isOpen && (
        <Suspense>
          <ImagePicker
            open
            owner={owner}
            onOpenChange={setOpen}
            onChoose={({ url, alt, fileId }) => change({ src: url, alt, fileId, decorative: undefined })}
          />
        </Suspense>
      )}
    </>
  );
}
