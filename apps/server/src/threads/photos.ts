import { crop } from '../features/accounts/photo/crop.ts';
import { serveTasks } from '../platform/threads/serve-tasks.ts';

serveTasks({ crop });
