export { TemplateGallery } from './gallery/template-gallery.tsx';
