export { type ChosenImage, ImagePicker } from './image-picker.tsx';
