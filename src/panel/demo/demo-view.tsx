export const DemoView = () => <h1>Demo</h1>;
