export const InterfaceView = () => <h1>Interface</h1>;
