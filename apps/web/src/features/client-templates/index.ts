export { AddClientDialog } from './add-client-dialog.tsx';
