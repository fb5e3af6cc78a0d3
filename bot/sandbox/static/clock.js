// The sandbox's time, which may have been moved ahead of this machine's.

export const clock = {
  ahead: 0,
  now() {
    return Date.now() + this.ahead * 1000;
  },
};
