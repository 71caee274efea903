// Back undoes one choice: what a reader chooses, or types or drags in one control, is one step of the browser's history.
export const stepsOf = (form) => {
  let busy = null; // the control that a reader types into or drags
  form.addEventListener('change', () => { busy = null; });
  addEventListener('popstate', () => { busy = null; });
  return (target) => {
    const first = target !== busy;
    busy = ['text', 'search', 'range'].includes(target.type) ? target : null;
    return first;
  };
};
