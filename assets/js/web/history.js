// The address of a page says what a reader asks of it. Back undoes one choice: what a reader chooses, or types or drags in one control, is one step of the browser's history.
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

let waiting;
addEventListener('popstate', () => clearTimeout(waiting));

// toAddress writes parameters into the address: as a step, or once a reader rests.
export const toAddress = (values, isStep) => {
  clearTimeout(waiting);
  const text = String(values);
  const write = () => history[isStep ? 'pushState' : 'replaceState'](null, '', text ? `?${text}` : location.pathname);
  if (isStep) setTimeout(write); // what a reader sees comes first
  else waiting = setTimeout(write, 250);
};
