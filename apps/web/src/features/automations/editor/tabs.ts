export const editorTabs = ['journey', 'runs', 'settings'] as const;
export type EditorTab = (typeof editorTabs)[number];
