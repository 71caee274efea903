// The pages of models, GPUs and architectures.
import { openViews } from './viewspage.js';

await openViews();
