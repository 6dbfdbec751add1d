export { TemplateGallery } from './gallery/template-gallery.tsx';
export { SaveAsTemplate } from './manage/save-as-template.tsx';
