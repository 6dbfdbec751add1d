export { TemplateGallery } from './gallery/template-gallery.tsx';
export { CategoryField } from './manage/category-field.tsx';
export { SaveAsTemplate } from './manage/save-as-template.tsx';
export { SharedSwitch } from './manage/shared-switch.tsx';
export { templateQuery, useCreateTemplate, useTemplateLanguage, useUpdateTemplate } from './queries.ts';
export { useMayChange } from './may-change.ts';
