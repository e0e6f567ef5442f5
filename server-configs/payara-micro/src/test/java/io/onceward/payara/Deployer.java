// SPDX-License-Identifier: Apache-2.0
package io.onceward.payara;

import fish.payara.micro.PayaraMicro;
import fish.payara.micro.PayaraMicroRuntime;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.IOException;

/**
 * Deploys and undeploys while Payara Micro runs, which has no administration from outside. It names no class that the
 * server lacks: Payara would not find its annotation.
 */
@WebServlet("/*")
public class Deployer extends HttpServlet {

    /** The name of its WAR. */
    static final String NAME = "deployer";

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        PayaraMicroRuntime server = PayaraMicro.getInstance().getRuntime();
        boolean done = true;
        if (request.getParameter("undeploy") != null) {
            server.undeploy(request.getParameter("undeploy"));
        } else {
            done = deploy(server, new File(request.getParameter("deploy")));
        }
        response.setStatus(done ? HttpServletResponse.SC_OK : HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
        response.getWriter().print(done ? "done" : "refused");
    }

    /** The server refuses to replace an application, and only logs whatever it refuses. */
    private static boolean deploy(PayaraMicroRuntime server, File archive) {
        String name = archive.getName().replaceFirst("\\.[^.]*$", "");
        if (server.getDeployedApplicationNames().contains(name)) {
            server.undeploy(name);
        }
        return server.deploy(archive) && server.getDeployedApplicationNames().contains(name);
    }
}
