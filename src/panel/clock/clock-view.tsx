export const ClockView = () => <h1>Clock</h1>;
