export { ArchiveDialog } from './archive-dialog.tsx';
export { ClientDialog } from './client-dialog.tsx';
export { Fact, SaveBar, Section } from './section.tsx';
export { SetUpDialog } from './sending/set-up/set-up-dialog.tsx';
export { ListStates } from './sending/list-states.tsx';
