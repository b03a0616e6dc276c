export const DataView = () => <h1>Data</h1>;
