export { Fact, SaveBar, Section } from './section.tsx';
export { ListStates } from './sending/list-states.tsx';
