// When work is done: once the browser is idle, in the next frame, or after it has shown what stands.

// whenIdle does work when the browser is idle, at the latest after two seconds: one that draws all the time never is.
export const whenIdle = (work) => { (window.requestIdleCallback ?? ((later) => setTimeout(later)))(work, { timeout: 2000 }); };

// pause lets the browser answer its reader between two pieces of work.
export const pause = () => new Promise((resolve) => { setTimeout(resolve); });

// onceAFrame runs the latest of the work that it is given in the next frame. Where a key or a press waits by then, it is put off once:
// one answer to both comes sooner than two. no() calls it off.
export const onceAFrame = () => {
  let frame = 0;
  let latest;
  const run = () => {
    frame = 0;
    latest();
  };
  const start = () => {
    if (navigator.scheduling?.isInputPending?.()) frame = requestAnimationFrame(run);
    else run();
  };
  return {
    ask: (work) => {
      latest = work;
      frame ||= requestAnimationFrame(start);
    },
    no: () => {
      cancelAnimationFrame(frame);
      frame = 0;
    },
  };
};

// afterPaint runs the latest of the work that it is given once the browser has shown what stands.
export const afterPaint = () => {
  let latest = null;
  return (work) => {
    const waiting = latest !== null;
    latest = work;
    if (waiting) return;
    requestAnimationFrame(() => setTimeout(() => {
      const next = latest;
      latest = null;
      next();
    }));
  };
};
