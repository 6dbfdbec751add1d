export { type ContactTouch, recordTouches, removeTouches } from './touches.sql.ts';
