import { scoreOf } from '../features/accounts/sign-in/password-strength.ts';
import { serveTasks } from '../platform/threads/serve-tasks.ts';

serveTasks({ score: scoreOf });
